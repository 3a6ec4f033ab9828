"""Every page of the app in every state, for axe, the rulers and the camera."""
