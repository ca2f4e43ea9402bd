export { type Bucket, bucketOf, type Listed, type LocalFile, type S3Options } from "./bucket.ts"
export { type Copied, copyFiles } from "./copy.ts"
export { FolderFiles } from "./folder.ts"
export { S3Files } from "./s3.ts"
