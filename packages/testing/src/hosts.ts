import type { ControlClient } from './control-client.ts';

export interface HostRoute {
  /** A port of this machine: `127.0.0.1:PORT`. */
  to: string;
  /** The public address that the name resolves to. Default: a free one. */
  address?: string;
}

/** The public host names, of all workspaces, that lead to servers on this machine. */
export class Hosts {
  constructor(private readonly control: ControlClient) {}

  /**
   * Gives the name a public address whose connections end at the port, so that the service can deliver webhooks to a
   * server of the test. Replaces an earlier route of the name.
   */
  async put(name: string, route: HostRoute): Promise<Required<HostRoute> & { name: string }> {
    return (await this.control.call(
      'PUT',
      `/hosts/${encodeURIComponent(name)}`,
      route,
    )) as Required<HostRoute> & {
      name: string;
    };
  }

  async delete(name: string): Promise<void> {
    await this.control.call('DELETE', `/hosts/${encodeURIComponent(name)}`);
  }
}
