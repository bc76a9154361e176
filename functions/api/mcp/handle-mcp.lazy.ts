export { handleMcpRequest as handleMcp } from '../../../packages/mcp/src/handle-mcp-request.ts';
