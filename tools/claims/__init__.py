"""The claims of an account: what they say, how they are judged, and what the runs say (docs/handbook/claims-account-1.md)."""
