import { Command } from "effect/cli"
import { serving } from "../config.ts"
import { lazily, settingFlag, switchFlag } from "./flags.ts"

/** The flags of every setting. */
const settings = {
  host: settingFlag(serving.host),
  port: settingFlag(serving.port),
  databaseUrl: settingFlag(serving.database),
  operatorToken: settingFlag(serving.operatorToken),
  sandbox: switchFlag(serving.sandbox),
  rateLimit: settingFlag(serving.rateLimit),
  log: settingFlag(serving.log),
  accessLog: switchFlag(serving.accessLog),
  otlpUrl: settingFlag(serving.otlpUrl),
  metricsPort: settingFlag(serving.metricsPort),
  smtpUrl: settingFlag(serving.smtpUrl),
  mailFrom: settingFlag(serving.mailFrom),
  mailFolder: settingFlag(serving.mailFolder),
  receiptsUrl: settingFlag(serving.receiptsUrl),
  backupUrl: settingFlag(serving.backupUrl),
  backupEvery: settingFlag(serving.backupEvery),
  backupKeep: settingFlag(serving.backupKeep),
  webhookPrivateTargets: switchFlag(serving.webhookPrivateTargets),
  console: switchFlag(serving.console),
  publicUrl: settingFlag(serving.publicUrl),
  oidcIssuer: settingFlag(serving.oidcIssuer),
  oidcClientId: settingFlag(serving.oidcClientId),
  oidcClientSecret: settingFlag(serving.oidcClientSecret),
  oidcClientSecretFile: settingFlag(serving.oidcClientSecretFile),
  oidcName: settingFlag(serving.oidcName),
  signInLinks: switchFlag(serving.signInLinks),
  corsOrigins: settingFlag(serving.corsOrigins),
  proxies: settingFlag(serving.proxies),
}

export const serve = Command.make("serve", settings, (input) =>
  lazily(
    () => import("../server/serve.ts"),
    (_) => _.serve(input),
  ),
).pipe(
  Command.withDescription("Serve the HTTP API until SIGTERM or Ctrl-C"),
  Command.withExamples([
    { command: "outlay serve" },
    { command: "outlay serve --host 0.0.0.0 --port 80 --rate-limit off" },
    { command: "OUTLAY_SANDBOX=true OUTLAY_OPERATOR_TOKEN=… outlay serve" },
  ]),
)

export const start = Command.make("start", settings, (input) =>
  lazily(
    () => import("../server/start.ts"),
    (_) => _.start(input),
  ),
).pipe(
  Command.withDescription("Start a trial: migrate, create a demo business, serve"),
  Command.withExamples([{ command: "outlay start" }, { command: "outlay start --port 9000" }]),
)
