import { Clock } from './clock.ts';
import { ControlClient } from './control-client.ts';
import { Faults } from './faults.ts';
import { Hosts } from './hosts.ts';
import { findProgram } from './runtime/find-program.ts';
import { joinRuntime, type RuntimeConnection } from './runtime/join-runtime.ts';
import { createRuntimeDir } from './runtime/runtime-dir.ts';
import { createWorkspace, TestWorkspace, type WorkspaceSettings } from './workspace.ts';

export interface StartOptions {
  /**
   * Whether to share the runtime with the other processes of the project. Default: true. Tests that move the clock or
   * add faults need a runtime of their own.
   */
  shared?: boolean;
  /** The settings of the workspace. */
  workspace?: WorkspaceSettings;
  /** How long the runtime may take to become ready, in ms. Default: 60,000. */
  timeoutMs?: number;
  /**
   * A clone of the repository of Carrier Nest, whose runtime replaces that of the package `carrier-nest`. Default:
   * CARRIER_NEST_CLONE.
   */
  clone?: string;
}

/** How long a shared runtime waits for the next process, such as the one of the next test file. */
const sharedLingerMs = 2_000;

/**
 * Starts Carrier Nest on this machine, or joins the runtime that another process of the project started, and creates a
 * workspace in it. The runtime keeps its data in a temporary folder, uses free ports, and stops when the last process
 * that uses it has stopped or was killed. Throws an error with the output of the runtime if it does not become ready.
 */
export async function startCarrierNest({
  shared = true,
  workspace,
  timeoutMs = 60_000,
  clone = process.env['CARRIER_NEST_CLONE'],
}: StartOptions = {}): Promise<TestRuntime> {
  const program = findProgram(clone);
  const runtimeDir = createRuntimeDir(program, shared);
  const lingerMs = shared ? sharedLingerMs : 0;
  const connection = await joinRuntime({ program, runtimeDir, timeoutMs, lingerMs });
  const control = new ControlClient(connection.runtime.console);
  const runtime = { url: connection.runtime.api, control, hosts: new Hosts(control) };
  return new TestRuntime(connection, runtime, await createWorkspace(control, workspace));
}

/** A runtime on this machine, with a workspace of its own. */
export class TestRuntime extends TestWorkspace {
  readonly clock = new Clock(this.runtime.control);
  readonly faults = new Faults(this.runtime.control);
  readonly hosts = this.runtime.hosts;
  private readonly workspaces: TestWorkspace[] = [this];

  constructor(
    private readonly connection: RuntimeConnection,
    ...workspace: ConstructorParameters<typeof TestWorkspace>
  ) {
    super(...workspace);
  }

  /** Creates another workspace in the same runtime. */
  async workspace(settings?: WorkspaceSettings): Promise<TestWorkspace> {
    const { control } = this.runtime;
    const workspace = new TestWorkspace(this.runtime, await createWorkspace(control, settings));
    this.workspaces.push(workspace);
    return workspace;
  }

  /**
   * Calls the control API of the runtime, for what has no method here, such as DNS records. `path` follows `/control`.
   * Throws a `ControlError` if the call is refused.
   */
  control(method: string, path: string, body?: unknown): Promise<unknown> {
    return this.runtime.control.call(method, path, body);
  }

  /** Stops the webhook receivers, and leaves the runtime. The runtime stops after its last user has left. */
  stop(): void {
    for (const { webhooks } of this.workspaces) webhooks.stop();
    this.connection.close();
  }
}
