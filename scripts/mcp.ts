import { serviceSettings } from './service-settings';

/**
 * Implements `npm run mcp`. Runs the MCP server over stdio for the service that the environment variables name, or for
 * the local service if they are not set.
 */
Object.assign(process.env, serviceSettings());
void import('../packages/mcp/src/main');
