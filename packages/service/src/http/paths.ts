// Defines the URL paths of the service.
export const clientPath = '/api/1.3';
export const sellerPath = '/api/seller';
export const fileDownloadPath = '/api/1.3/file';
export const releaseDownloadPath = '/api/1.3/release';
export const releaseUploadPath = '/api/seller/release';
export const livePath = '/healthz';
export const readyPath = '/readyz';
/** The address of a connected shop. SECURITY: logs have this pattern only. */
export const shopPath = '/shops/:address';
