export { answerMcp } from '../../../packages/mcp/src/http.ts';
