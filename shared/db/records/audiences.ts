/** A list of people (AU-1). */
export interface Audience {
  id: string;
  workspaceId: string;
  name: string;
  /** How many are on it, but for what `changesInProgress` has yet to add. */
  contactCount: number;
  /** Requests that add or remove people at this moment, or died while they did. */
  changesInProgress?: ReadonlySet<string>;
  /** The last of several requests that did so at the same time: who is on it has to be counted. */
  recountRequestedBy?: string;
  createdAt: string;
}

/** Somebody who is on an audience, under their address. */
export interface Member {
  contactId: string;
}
