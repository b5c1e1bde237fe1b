#pragma once
/// Certificates made in the test that needs them: an authority of its own, and servers that it vouches for.
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

namespace dolbang::test {

/// The two PEM files of a server.
struct CertificateFiles {
  std::filesystem::path certificate, key;
};

class Authority {
 public:
  /// Its own certificate is written to `folder`/NAME.pem.
  Authority(std::filesystem::path folder, std::string name);
  ~Authority();

  /// For --ca-file.
  std::filesystem::path file() const { return folder_ / (name_ + ".pem"); }
  /// A certificate for an alternative name such as "IP:127.0.0.1" or "DNS:example.org", in files that begin with
  /// `file`. It expires after `lifetime`; a negative one has expired already.
  CertificateFiles issue(const std::string& file, const std::string& name,
                         std::chrono::hours lifetime = std::chrono::hours(1)) const;

 private:
  struct Impl;
  std::filesystem::path folder_;
  std::string name_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dolbang::test
