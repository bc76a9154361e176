import cf from 'cloudfront';

// Runs in CloudFront (docs/architecture.md): bodies of 3,000,000 bytes and more, and those of unknown
// length, go to the ingress. Everything else goes to API Gateway.
const largeBytes = 3000000;

// eslint-disable-next-line @typescript-eslint/no-unused-vars -- CloudFront calls it
function handler(event) {
  const request = event.request;
  if (request.method === 'GET' || request.method === 'HEAD') return request;
  const length = request.headers['content-length'];
  if (!length || Number(length.value) >= largeBytes) cf.selectRequestOriginById('ingress');
  return request;
}
