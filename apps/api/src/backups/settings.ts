import { readReceiptsPlace } from "../receipts-place.ts"
import type { Setting } from "../setting-form.ts"
import type { BackupPlace } from "./place.ts"
import { type Keep, readKeep } from "./retention.ts"

const msOf: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses `30m`, `6h` or `1d` to milliseconds; null if the text is invalid. */
const readInterval = (text: string): number | null => {
  const [, count, unit = ""] = /^([1-9]\d{0,3})([mhd])$/u.exec(text) ?? []
  return count === undefined ? null : Number(count) * (msOf[unit] as number)
}

export const backupUrl: Setting<{ readonly place: BackupPlace | null }> = {
  flag: "backup-url",
  variable: "OUTLAY_BACKUP_URL",
  what: "Storage for backups; if unset, the service makes none",
  allowed: "folder:<folder>, or s3:https://key:secret@host/bucket?region=<region>",
  default: "",
  secret: true,
  read: (text) => {
    const place = readReceiptsPlace(text)
    return place === "malformed" ? null : { place }
  },
}

export const backupEvery: Setting<number> = {
  flag: "backup-every",
  variable: "OUTLAY_BACKUP_EVERY",
  what: "Time between backups",
  allowed: "minutes, hours or days, such as 30m, 6h or 1d",
  default: "1d",
  read: readInterval,
}

export const backupKeep: Setting<Keep> = {
  flag: "backup-keep",
  variable: "OUTLAY_BACKUP_KEEP",
  what: "Backups to keep",
  allowed:
    "all, or counts of last, hourly, daily, weekly, monthly and yearly, such as last=3,daily=7",
  default: "last=3,daily=7,weekly=4,monthly=12",
  read: readKeep,
}
