/**
 * A certificate for `receiver.example` and its key, for receivers on loopback in tests; nobody
 * trusts it unless told to. Valid until 2126.
 */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBujCCAV+gAwIBAgIUT5xYBYH90IJUf9726KVEoDB1QPEwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcmVjZWl2ZXIuZXhhbXBsZTAgFw0yNjExMjExMjU3MTZaGA8y
MTI2MTAyODEyNTcxNlowGzEZMBcGA1UEAwwQcmVjZWl2ZXIuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABMWjRfVXxwhAgSZp7st4FpI7Fd05RIHcLjlY
HOF6oEb/Z0YI2K8O/6fommmVBKudxQsKFKyWg2YeESTuJBijoiSjfzB9MB0GA1Ud
DgQWBBQ9OHsgRyjo2oLWMjcPsxeisAXtKjAfBgNVHSMEGDAWgBQ9OHsgRyjo2oLW
MjcPsxeisAXtKjAqBgNVHREEIzAhghByZWNlaXZlci5leGFtcGxlgg1vdGhlci5l
eGFtcGxlMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhALxUgak/
bS5r1zC6xgxzmuFEq+jsHQjD4qUn80sgeR7FAiEA4b18NVQyAIfAAvzbeXXpC7s5
4x6TegRAmmeu5HqMVgs=
-----END CERTIFICATE-----`

export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGTZ50d49bbbVzkFr
pMupiUc0+2K5NImnjNO46yA+Sh+hRANCAATFo0X1V8cIQIEmae7LeBaSOxXdOUSB
3C45WBzheqBG/2dGCNivDv+n6JpplQSrncULChSsloNmHhEk7iQYo6Ik
-----END PRIVATE KEY-----`
