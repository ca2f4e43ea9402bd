/** What `outlay-conformance --help` prints. */
export const help = `Tests any implementation of the expense management interface over HTTP.

  outlay-conformance run --base-url URL --operator-token TOKEN   test a service
  outlay-conformance list [--checks] [--profile NAMES]            requirements, or checks
  outlay-conformance explain ID                                   a requirement, or a check
  outlay-conformance compare BEFORE AFTER                         two reports, side by side
  outlay-conformance coverage                                     how every sentence is tested
  outlay-conformance world [--seed N]                             the businesses, as JSON

Every command has --help and --json.

Exit codes of run
  0  everything passed             4  configuration or provisioning
  1  a check failed                5  a fault of the suite, or a report was not written
  2  the list of expected failures is out of date
  3  something was untestable or blocked, and nothing failed
  6  the target cannot be reached, or died
  7  nothing was selected
`

export const runHelp = `outlay-conformance run: which sentences of the interface hold of a service.

Where the service is, and how it is given businesses to be tested on (one of):
  --base-url URL --operator-token TOKEN   it offers /operator/v1 (elsewhere: --operator-url URL)
  --provisioner "COMMAND"                 a program of yours: JSON lines on stdin and stdout
  --provision-url URL                     the same messages, posted
  --context FILE                          it was loaded by hand, and FILE says what is where

What is tested:
  --profile NAMES     profiles or levels, comma-separated, or all           (core)
                      core = smoke + read + write + rules; full = core + gaps;
                      hardened = full + tenancy + hardening; durable = hardened + durability;
                      beside the levels: settled, load
  --only PREFIXES     only checks or requirements whose id begins so; no level can pass
  --section TEXTS     only what stands under such a heading of the document, as in "Topups";
                      outlay-conformance list --sections names them
  --operations IDS    what the service has; what needs another operation is not claimed
  --binding FILE      where operations are that the document does not show; what it has (only)
  --expected-failures FILE   ids of checks known to fail, one on each line

How:
  --seed N            the order, the world and every random choice          (42)
  --jobs N            how many checks at once                               (8)
  --timeout SECONDS   for one answer                                        (10)

What comes of it:
  --report FORMS      html, junit, json, md, github, badge, comma-separated
  --out FOLDER        where they are written                                (results)
  --tokens FILE       the credentials of the run, to be exported: reports call them by name
  --json              the JSON report on standard output
`
