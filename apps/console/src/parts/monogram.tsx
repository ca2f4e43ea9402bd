/** First letter of a name on a colour that is always the same for the name. */
export const Monogram = ({ name }: { readonly name: string }) => {
  let hue = 0
  for (const char of name) hue = (hue * 31 + (char.codePointAt(0) ?? 0)) % 360
  return (
    <span className="monogram" style={{ "--hue": hue } as object} aria-hidden>
      {[...name][0]?.toUpperCase() ?? "?"}
    </span>
  )
}
