import cf from 'cloudfront';

// Runs in CloudFront (docs/architecture.md): bodies of 3,000,000 bytes and more, and those of unknown
// length, go to the ingress. Everything else goes to API Gateway.
const largeBytes = 3000000;
// Over HTTP/2 nothing tells a body of unknown length from none: only these paths are sure to have one, and a large one.
const largePaths = ['/v1/emails', '/v1/emails/batch'];

// eslint-disable-next-line @typescript-eslint/no-unused-vars -- CloudFront calls it
function handler(event) {
  const request = event.request;
  // The firewall counts by it: an address of CloudFront's own is everybody's.
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

// Who has one address of IPv6 has the other 2^64 of its network too.
function network(ip) {
  if (!ip.includes(':')) return ip;
  return ip.split('::')[0].split(':').slice(0, 4).join(':') || ip;
}
