// Loaded first by every Node in Wine. Wine 8 lacks TCP_KEEPINTVL: a connection that sets it before it
// connects, as fetch does, fails with `connect UNKNOWN`.
require('node:net').Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};
