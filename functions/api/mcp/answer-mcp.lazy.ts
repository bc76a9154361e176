export { handleMcpRequest as answerMcp } from '../../../packages/mcp/src/handle-mcp-request.ts';
