import { serviceSettings } from './service-settings';

/**
 * Implements `npm run mcp`. Runs the MCP server over stdio for the service in the environment variables, or else the
 * local service.
 */
Object.assign(process.env, serviceSettings());
void import('../packages/mcp/src/main');
