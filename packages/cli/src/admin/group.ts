import type { CommandGroup } from '../command-line/command';
import { commands } from './commands';
import { detailsOf, targetOptions } from './run-command';

/** The operator's command line (docs/admin.md). */
export const adminGroup: CommandGroup = {
  options: targetOptions,
  examples: [
    ['carrier-nest admin workspaces create "Acme Inc" --plan free', 'create a workspace and its first key'],
    ['carrier-nest admin --local keys list WORKSPACE --json', 'list the keys of a local workspace as JSON'],
    ['carrier-nest admin domains verify WORKSPACE DOMAIN_ID', 'check the DNS records of a domain now'],
  ],
  commands: commands.map((command) => ({
    name: command.name,
    summary: command.summary,
    ...detailsOf(command),
  })),
};
