import type { CommandEntry } from './command-line/command';

/** The commands of `carrier-nest`, in the order of its help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'dev',
    summary: 'run the whole service on this machine, without an AWS account',
    load: async () => (await import('./dev/command')).devCommand,
  },
  {
    name: 'init',
    summary: 'create a CDK app with the service, or add the service to the CDK app of the folder',
    load: async () => (await import('./init/command')).initCommand,
  },
  {
    name: 'deploy',
    summary: 'deploy all stacks, after listing the resources that the deployment removes or replaces',
    load: async () => (await import('./deploy/command')).deployCommand,
  },
  {
    name: 'doctor',
    summary: 'check a deployment and its AWS account, and print what to do, without changing anything',
    load: async () => (await import('./doctor/command')).doctorCommand,
  },
  {
    name: 'verify',
    summary: 'check that a running service does what it promises, and print a table to paste into an issue',
    load: async () => (await import('./verify/command')).verifyCommand,
  },
  {
    name: 'listen',
    summary: 'print events as they occur, and forward them like webhooks',
    load: async () => (await import('./listen/command')).listenCommand,
  },
  {
    name: 'import',
    summary: 'add the contacts of a CSV file to an audience',
    load: async () => (await import('./import/command')).importDetails,
  },
  {
    name: 'mcp',
    summary: 'serve the tools for agents over stdio',
    load: async () => (await import('./mcp/command')).mcpCommand,
  },
  {
    name: 'admin',
    summary: 'manage workspaces, keys, domains and users',
    load: async () => (await import('./admin/group')).adminGroup,
  },
];
