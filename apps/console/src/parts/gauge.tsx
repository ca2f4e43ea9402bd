/** Gauge of the used share. Its colour changes at 80 %, and again above 100 %. */
export const Gauge = ({ part, label }: { readonly part: number; readonly label: string }) => {
  const percent = Math.max(0, Math.min(100, Math.round(part * 100)))
  const tone = part > 1 ? "over" : part >= 0.8 ? "hot" : "calm"
  return (
    <div className={`gauge gauge-${tone}`}>
      <meter className="unseen" min={0} max={100} value={percent} aria-label={label}>
        {percent} %
      </meter>
      <div style={{ width: `${percent}%` }} aria-hidden />
    </div>
  )
}
