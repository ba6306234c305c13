// The rule for service.portalProbe in loader.config.json.

/**
 * SECURITY: the one plain http address that is not loopback. It is on the service's own host, and
 * its answer is only a hint about the network.
 */
export function isPortalProbe(text: string, baseUrl: string): boolean {
  if (!URL.canParse(text) || !URL.canParse(baseUrl)) return false;
  const url = new URL(text);
  const plain = `${url.search}${url.hash}${url.username}${url.password}` === '';
  return plain && url.protocol === 'http:' && url.hostname === new URL(baseUrl).hostname;
}

export const portalProbeRule =
  'must be an http:// address without query, on the same host as service.baseUrl';
