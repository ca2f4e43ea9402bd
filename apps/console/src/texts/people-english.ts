/** The sentences of People in English. */
export const peopleEnglish = {
  title: "People",
  lead: "Who works here, what they may do, and who stands in for them.",
  users: "People",
  invites: "Invites",
  roles: "Roles",
  search: "Search people",
  invite: "Invite someone",
  inviteSent: "The invite is on its way",
  cancelInvite: (email: string) => `Cancel the invite of ${email}`,
  cancelSure: "The link in their message will not work any more.",
  email: "Email address",
  role: "Role",
  payments: "Pays by",
  paymentTypes: { cards: "Cards", bills: "Bills", reimbursements: "Reimbursements" } as Readonly<
    Record<string, string>
  >,
  away: "Away",
  awayUntil: (day: string) => `Away until ${day}`,
  awayHelp: "While someone is away, their stand-in may approve for them.",
  from: "First day",
  until: "Last day",
  delegate: "Stand-in for approvals",
  assistants: "Assistants for expenses",
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removeSure: "They can no longer sign in or spend. What they did stays on record.",
  waiting: "Invited",
  joined: "Joined",
  noInvites: "Nobody is invited",
  noInvitesHelp: "Invite the people who spend money or look after it.",
  may: "May",
  actions: { read: "see", create: "create", update: "change", delete: "delete" } as Readonly<
    Record<string, string>
  >,
}
