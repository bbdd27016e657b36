#!/bin/sh
# Writes what compose.yaml needs, beside it: sh prepare.sh cards.example
# .env gets the name of the site and today's digests of the images; secrets/ gets two random passwords. Run it again for newer
# images: it keeps existing passwords.
set -eu
cd "$(dirname "$0")"
site=${1:?say the name of your site: sh prepare.sh cards.example}

digest() { docker buildx imagetools inspect "$1" --format '{{.Manifest.Digest}}'; }

python=$(digest python:3.13-slim) postgres=$(digest postgres:17) redis=$(digest redis:7) caddy=$(digest caddy:2)
cat > .env << END
SITE=$site
PYTHON_IMAGE=python:3.13-slim@$python
POSTGRES_IMAGE=postgres:17@$postgres
REDIS_IMAGE=redis:7@$redis
CADDY_IMAGE=caddy:2@$caddy
END

# Only this user can enter the folder; the services, which run as other users, can read the files mounted for them.
install -d -m 700 secrets
for name in postgres_password redis_password; do
    [ -s "secrets/$name" ] || openssl rand -hex 24 | tr -d '\n' > "secrets/$name"
    chmod 644 "secrets/$name"
done
