/** Output of `outlay-conformance --help`. */
export const help = `Tests any implementation of the expense management interface over HTTP.

  outlay-conformance run --base-url URL --operator-token TOKEN   test a service
  outlay-conformance list [--checks] [--profile NAMES]           show requirements, or checks
  outlay-conformance explain ID                                  show one, and what it is based on
  outlay-conformance compare BEFORE AFTER                        compare two reports
  outlay-conformance coverage                                    count requirements and checks
  outlay-conformance world [--seed N]                            print the test businesses

Every command has --help and --json.

Exit codes
  0  run: everything passed, or failed as expected; other commands: done
  1  run: a check failed; compare: a check that passed no longer passes
  2  run: an expected failure passed, or the list of them has an unknown id
  3  run: something was untestable or blocked, and nothing failed
  4  an argument, a file or the provisioner is wrong
  5  the suite itself is wrong, or a report could not be written
  6  run: the service cannot be reached, or died during the run
  7  run: no checks were selected
`

export const runHelp = `outlay-conformance run: tests a service and reports which sentences of the
interface it satisfies.

The service, and how the suite gets test businesses (choose one):
  --base-url URL --operator-token TOKEN   it offers /operator/v1 (elsewhere: --operator-url URL);
                                          the URL is without /v1
  --provisioner "COMMAND"                 a program of yours: JSON lines on stdin and stdout
  --provision-url URL                     the same messages, sent as POST requests
  --context FILE                          you loaded the data by hand; FILE lists its ids and tokens

What is tested:
  --profile NAMES     profiles or levels, comma-separated, or all           (core)
                      core = smoke + read + write + rules; full = core + gaps;
                      hardened = full + tenancy + hardening; durable = hardened + durability;
                      settled and load belong to no level
  --only PREFIXES     only checks or requirements whose ids begin with one of these; no level
                      can pass
  --section TEXTS     only requirements under headings that contain one of these texts, as in
                      "Topups"; outlay-conformance list --sections shows the headings
  --operations IDS    the operations that the service has; checks that need others are
                      "not claimed"
  --binding FILE      paths of operations that the document does not show; \`only\` in it lists
                      the operations you have
  --expected-failures FILE   ids of checks that are known to fail, one on each line

How:
  --seed N            determines the order, the test data and every random choice  (42)
  --jobs N            how many checks run at the same time                  (8)
  --timeout SECONDS   how long to wait for each response                    (10)

Output:
  --report FORMS      html, junit, json, md, github, badge, comma-separated
  --out FOLDER        where to write them                                   (results)
  --tokens FILE       writes the run's tokens as shell exports; reports refer to them by name
  --json              prints the JSON report on standard output
`
