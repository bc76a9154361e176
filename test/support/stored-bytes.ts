import { keys } from '../../shared/db/keys';
import { storedObjects } from './journal';
import { ServiceTable } from './table';
import type { TestWorkspace } from './test-workspace';

/** The content that a workspace has in S3, and its count. */
export class StoredBytes {
  constructor(private readonly workspace: TestWorkspace) {}

  /** Returns `stored_bytes` of the usage. */
  async count(): Promise<number | undefined> {
    return (await this.workspace.api('GET', '/v1/usage')).body.stored_bytes;
  }

  /** Sets the count, as if the workspace stored this number of bytes. */
  async set(storedBytes: number): Promise<void> {
    const { pk, sk } = keys.workspace(this.workspace.workspaceId);
    await ServiceTable.with(this.workspace.service, (table) => table.update({ pk, sk }, { storedBytes }));
  }

  /** Returns the keys of all objects of the workspace in the content bucket. */
  objectKeys(): string[] {
    return storedObjects(this.workspace.service, 'content')
      .map(({ key }) => key)
      .filter((key) => key.includes(this.workspace.workspaceId));
  }

  /** Returns the keys of the objects of this email or campaign. */
  objectKeysOf(id: string): string[] {
    return this.objectKeys().filter((key) => key.includes(id));
  }
}
