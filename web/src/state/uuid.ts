/** A request id. Not crypto.randomUUID: that is missing where the page is served without TLS, as on a home network. */
export function requestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
