"""What leaves the server and what requests may say: messages and schemas."""
