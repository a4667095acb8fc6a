"""Chapter "The muddle afterwards": units that the flood tore apart."""
