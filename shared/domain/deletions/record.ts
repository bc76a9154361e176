/** What was deleted, until nothing of it is left. */
export interface Deleted {
  id: string;
  workspaceId: string;
  deletedAt: string;
}
