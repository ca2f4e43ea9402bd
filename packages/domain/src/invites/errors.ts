import { Data } from "effect"

/** "A second pending invite for an address: 400 `invite_exists`." */
export class InviteExists extends Data.TaggedError("InviteExists")<{
  readonly pointer: string
  readonly invite_id: number
}> {
  override get message(): string {
    return `This address already has the pending invite ${this.invite_id}. Cancel it to send another.`
  }
}

/** "An accepted one is 400 `invite_already_accepted`." */
export class InviteAlreadyAccepted extends Data.TaggedError("InviteAlreadyAccepted")<{
  readonly invite_id: number
}> {
  override get message(): string {
    return `Invite ${this.invite_id} is already accepted. Only a pending invite can be accepted or cancelled.`
  }
}
