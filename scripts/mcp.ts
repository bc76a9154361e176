import { serviceSettings } from './service-settings';

/** `npm run mcp`: the MCP server over stdio, for the local service or the one that the environment names. */
Object.assign(process.env, serviceSettings());
void import('../packages/mcp/src/main');
