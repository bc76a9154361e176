/** The base of the document leads to `/app/`, whatever stands before it: a stage of API Gateway, or nothing. */
const baseUrl = new URL('.', document.baseURI);

/** Of the addresses of pages, without a slash at its end. */
export const basePath = baseUrl.pathname.slice(0, -1);

/** Where the API is, without a slash at its end. */
export const serviceUrl = new URL('..', baseUrl).href.slice(0, -1);
