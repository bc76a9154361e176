/** The OpenAPI document, which is larger than the code of the function. */
export { default as document } from '../../../openapi.json';
