/** The base URL of the document ends with `/app/`. A stage of API Gateway can precede `/app/`. */
const baseUrl = new URL('.', document.baseURI);

/** The base path of the pages, without a trailing slash. */
export const basePath = baseUrl.pathname.slice(0, -1);

/** The URL of the API, without a trailing slash. */
export const serviceUrl = new URL('..', baseUrl).href.slice(0, -1);
