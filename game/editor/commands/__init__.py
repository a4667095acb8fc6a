"""What menus, keys and panels do to a workspace: each one labelled step of its history."""
