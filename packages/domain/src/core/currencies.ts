/**
 * The active codes of ISO 4217 (list one, including funds), in alphabetical order. Excludes codes
 * without a minor unit (metals, XDR, XTS, XXX, …), because nothing can be paid in them.
 */
export const currencies: ReadonlyArray<string> = (
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP " +
  "BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN " +
  "ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK " +
  "JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD " +
  "MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP " +
  "PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP " +
  "SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV " +
  "WST XAD XAF XCD XCG XOF XPF YER ZAR ZMW ZWG"
).split(" ")

const known = new Set(currencies)

const otherThanTwo: ReadonlyMap<string, number> = new Map([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
    .split(" ")
    .map((code) => [code, 0] as const),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3] as const),
  ..."CLF UYW".split(" ").map((code) => [code, 4] as const),
])

/** True if the code is an active ISO 4217 code, in capitals. */
export const isCurrency = (code: string): boolean => known.has(code)

/** Rule for a currency, as the end of a sentence with "must be". */
export const currencyRule = "an active ISO 4217 code in capitals, such as AUD"

/**
 * Returns the code if it is the code of a currency.
 *
 * @throws RangeError for any other text, because its decimals are unknown. Check with `isCurrency`
 * first.
 */
export const requireCurrency = (pointer: string, code: string): string => {
  if (isCurrency(code)) return code
  throw new RangeError(`${pointer} must be ${currencyRule}, and it is ${JSON.stringify(code)}.`)
}

/** Number of decimals of the currency: AUD 2, JPY 0, KWD 3. */
export const decimalsOf = (currency: string): number => otherThanTwo.get(currency) ?? 2
