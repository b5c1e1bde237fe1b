#include "certificates.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <stdexcept>

namespace dolbang::test {

namespace {

struct Free {
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(X509_EXTENSION* extension) const { X509_EXTENSION_free(extension); }
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using Certificate = std::unique_ptr<X509, Free>;
using Key = std::unique_ptr<EVP_PKEY, Free>;

void want(bool good) {
  if (!good) throw std::runtime_error("OpenSSL cannot make a certificate");
}

Key make_key() { return Key(EVP_EC_gen("P-256")); }

void add_extension(X509* certificate, X509* issuer, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  const std::unique_ptr<X509_EXTENSION, Free> extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str()));
  want(extension && X509_add_ext(certificate, extension.get(), -1) == 1);
}

Certificate make_certificate(EVP_PKEY* key, const std::string& name, std::chrono::hours lifetime) {
  static long serial = 0;
  Certificate certificate(X509_new());
  want(certificate != nullptr);
  X509_set_version(certificate.get(), X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), ++serial);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -2L * 24 * 3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), static_cast<long>(std::chrono::seconds(lifetime).count()));
  X509_set_pubkey(certificate.get(), key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  return certificate;
}

template <class Write>
void write(const std::filesystem::path& path, Write&& into) {
  const std::unique_ptr<std::FILE, Free> file(std::fopen(path.c_str(), "w"));
  want(file && into(file.get()) == 1);
}

}  // namespace

struct Authority::Impl {
  Key key = make_key();
  Certificate certificate;
};

Authority::Authority(std::filesystem::path folder, std::string name)
    : folder_(std::move(folder)), name_(std::move(name)), impl_(std::make_unique<Impl>()) {
  impl_->certificate = make_certificate(impl_->key.get(), name_, std::chrono::hours(24));
  X509* const own = impl_->certificate.get();
  X509_set_issuer_name(own, X509_get_subject_name(own));
  add_extension(own, own, NID_basic_constraints, "critical,CA:TRUE");
  add_extension(own, own, NID_key_usage, "critical,keyCertSign");
  add_extension(own, own, NID_subject_key_identifier, "hash");
  want(X509_sign(own, impl_->key.get(), EVP_sha256()) > 0);
  write(file(), [&](std::FILE* out) { return PEM_write_X509(out, own); });
}

Authority::~Authority() = default;

CertificateFiles Authority::issue(const std::string& file, const std::string& name, std::chrono::hours lifetime) const {
  const Key key = make_key();
  const Certificate certificate = make_certificate(key.get(), file, lifetime);
  X509* const issuer = impl_->certificate.get();
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(issuer));
  add_extension(certificate.get(), issuer, NID_subject_alt_name, name);
  want(X509_sign(certificate.get(), impl_->key.get(), EVP_sha256()) > 0);
  const CertificateFiles files{folder_ / (file + "-cert.pem"), folder_ / (file + "-key.pem")};
  write(files.certificate, [&](std::FILE* out) { return PEM_write_X509(out, certificate.get()); });
  write(files.key,
        [&](std::FILE* out) { return PEM_write_PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr); });
  return files;
}

}  // namespace dolbang::test
