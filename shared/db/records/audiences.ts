/** A list of contacts (AU-1). */
export interface Audience {
  id: string;
  workspaceId: string;
  name: string;
  /** The number of members, excluding the changes of the requests in `changesInProgress`. */
  contactCount: number;
  /** Requests that are adding or removing members, or that crashed while doing so. */
  changesInProgress?: ReadonlySet<string>;
  /** The last request after which `contactCount` may be wrong. If set, the members must be counted. */
  recountRequestedBy?: string;
  createdAt: string;
}

/** A contact in an audience, stored by address. */
export interface Member {
  contactId: string;
}
