"""Every page of the app in every state that it has, for those who look at them: axe, the rulers, and the camera."""
