export { type Copied, copyFiles } from "./copy.ts"
export { FolderFiles } from "./folder.ts"
export { S3Files, type S3Options } from "./s3.ts"
