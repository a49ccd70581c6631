// The page that was asked for comes by itself once there is a network again.
window.addEventListener('online', () => window.location.reload())
