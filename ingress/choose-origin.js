import cf from 'cloudfront';

// Runs in CloudFront (docs/architecture.md). Sends bodies of 3,000,000 bytes or more, and bodies of unknown length, to
// the ingress. All other requests go to API Gateway.
const largeBytes = 3000000;
// Over HTTP/2, a body of unknown length looks like no body. On these paths, every POST request has a body that can be
// large.
const largePaths = ['/v1/emails', '/v1/emails/batch'];

// eslint-disable-next-line @typescript-eslint/no-unused-vars -- CloudFront calls it
function handler(event) {
  const request = event.request;
  // The firewall counts requests by this header, because all clients share the CloudFront addresses that the firewall
  // sees.
  request.headers['x-viewer-address'] = { value: network(event.viewer.ip) };
  if (request.method === 'GET' || request.method === 'HEAD') return request;
  if (isLarge(request)) cf.selectRequestOriginById('ingress');
  return request;
}

function isLarge(request) {
  const length = request.headers['content-length'];
  if (length) return Number(length.value) >= largeBytes;
  if (request.headers['transfer-encoding']) return true;
  return request.method === 'POST' && largePaths.includes(request.uri.replace(/(.)\/$/, '$1'));
}

// A client with one IPv6 address can use all 2^64 addresses of its network.
function network(ip) {
  if (!ip.includes(':')) return ip;
  return ip.split('::')[0].split(':').slice(0, 4).join(':') || ip;
}
