import { responseBytesMax } from '../../shared/core/response-size';
import { ApiError } from '../../shared/core/errors';
import { errorHandler } from '../../shared/http/error-handler';
import { enforceBodyLimit } from '../../shared/http/body-limit';
import { readBodyText } from '../../shared/http/read-body-text';
import { lambdaHandler } from '../../shared/http/pipeline';
import { sandboxedHtml } from './sandboxed-html';
import { refuseCrossOrigin } from './refuse-cross-origin';
import { dashboardRoutes } from './routes';

/**
 * Returns posted HTML as a document. The dashboard posts the HTML of an email into a frame, so that the document has a
 * separate policy and a URL without a key or an email. The HTML is not stored.
 */
export const handler = lambdaHandler(
  dashboardRoutes.showMail,
  [errorHandler(), enforceBodyLimit()],
  async (request) => {
    // Other sites must not be able to display content under this URL.
    refuseCrossOrigin(request);
    const remoteImages = request.query['remote']?.at(-1) === '1';
    const response = sandboxedHtml(readHtmlField(await readBodyText(request)), { remoteImages });
    // Escaping the HTML can make the response too large.
    if (Buffer.byteLength(JSON.stringify(response.body)) > responseBytesMax)
      throw new ApiError('payload_too_large', 'The escaped HTML is too large to be shown');
    return response;
  },
);

/** Reads a text/plain form with one field: the name, the unescaped value and a line break. */
function readHtmlField(form: string): string {
  const [, html] = /^html=(.*)\r\n$/s.exec(form) ?? [];
  if (html === undefined)
    throw new ApiError('invalid_request', 'The body must be a text/plain form with the one field html');
  return html;
}
