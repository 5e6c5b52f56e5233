# The table in the browser. `docker build -t iaijutsu .`, then `docker run -p 8000:8000 -v duels:/data iaijutsu`.
# What it is told comes from IAIJUTSU_* variables: docs/hosting.md.

FROM python:3.11-slim-bookworm AS built
WORKDIR /build
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY src src
RUN python -m venv /opt/iaijutsu \
    && /opt/iaijutsu/bin/pip install --no-cache-dir --disable-pip-version-check --constraint constraints.txt ".[web,pg]"

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin iaijutsu \
    && install --directory --owner=iaijutsu --group=iaijutsu --mode=0700 /data
COPY --from=built /opt/iaijutsu /opt/iaijutsu
ENV PATH=/opt/iaijutsu/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    IAIJUTSU_HOST=0.0.0.0 \
    IAIJUTSU_PORT=8000 \
    IAIJUTSU_DATA=/data \
    IAIJUTSU_LOG=json
USER iaijutsu
WORKDIR /data
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=3)"]
ENTRYPOINT ["iaijutsu"]
CMD ["serve", "--no-open"]
