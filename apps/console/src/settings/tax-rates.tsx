import { useQuery } from "@tanstack/react-query"
import { api, everyOne, ofBusiness } from "../api/client.ts"
import { useFormat } from "../core/format.ts"
import { useTexts } from "../texts/languages.ts"
import { List } from "./list.tsx"

/** Tax rates of line items. They come from accounting software and are changed there. */
export const TaxRates = () => {
  const { settings, common } = useTexts()
  const format = useFormat()
  const list = useQuery({
    queryKey: ["tax-rates"],
    queryFn: () =>
      everyOne((query) =>
        api.GET("/v1/businesses/{client_id}/tax-rates", {
          params: { path: ofBusiness(), query },
        }),
      ),
  })
  return (
    <List
      title={settings.taxRates}
      help={settings.taxRatesHelp}
      list={list}
      empty={settings.noTaxRates}
      heads={[common.name, settings.rate, settings.taxCode, settings.standardFor, settings.enabled]}
      wide={[settings.taxCode, settings.standardFor]}
      add={null}
      row={(rate) => (
        <tr key={rate.id}>
          <td>{rate.name}</td>
          <td>{format.rate(rate.rate)}</td>
          <td className="wide">{rate.code ?? <span className="dim">{common.none}</span>}</td>
          <td className="wide">{settings.standards[rate.is_default_for]}</td>
          <td>{rate.is_enabled ? common.yes : common.no}</td>
          <td />
        </tr>
      )}
    />
  )
}
