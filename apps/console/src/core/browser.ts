/** More specific names first: most browsers also claim to be Chrome or Safari. */
const browsers: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdg(?:e|A|iOS)?\//u, "Edge"],
  [/\bOPR\//u, "Opera"],
  [/\b(?:Firefox|FxiOS)\//u, "Firefox"],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//u, "Chrome"],
  [/\bSafari\//u, "Safari"],
]

const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bAndroid\b/u, "Android"],
  [/\biPhone\b/u, "iPhone"],
  [/\biPad\b/u, "iPad"],
  [/\bWindows\b/u, "Windows"],
  [/\bMac OS X\b/u, "macOS"],
  [/\bCrOS\b/u, "ChromeOS"],
  [/\bLinux\b/u, "Linux"],
]

/**
 * Returns the name of a browser and its system, such as `Firefox · Linux`; an unknown text stays
 * unchanged.
 */
export const browserName = (userAgent: string): string => {
  const nameIn = (names: typeof browsers) => names.find(([sign]) => sign.test(userAgent))?.[1]
  const browser = nameIn(browsers)
  if (browser === undefined) return userAgent
  const system = nameIn(systems)
  return system === undefined ? browser : `${browser} · ${system}`
}
