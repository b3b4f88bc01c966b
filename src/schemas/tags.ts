/** The tags of operations in the OpenAPI document, with their descriptions. */
export const TAGS = {
  Playgrounds: 'Saved cURL commands.',
  Tests: 'Requests executed through the guarded proxy, and their results.',
  Code: 'Parsing cURL commands and generating programs.',
  Collections: 'Playgrounds in an order, with one page for all.',
  Sites: 'Documentation sites whose pages run their own commands.',
  Keys: "The account's API keys.",
  Usage: 'Usage and limits of the plan.',
  Audit: 'The audit trail of the account.',
  Operations: 'Health of the server. No key needed.',
} as const;

export type Tag = keyof typeof TAGS;
